"""Words of a sentence, and what each may mean: as written, in part, as a slip, by its sort."""
