"""Words of a sentence: what each may mean, as it is written, in part, by a slip or by its sort."""
