"""Orders joined in a sentence: by `and`, in lists, what they share, what is repeated."""
