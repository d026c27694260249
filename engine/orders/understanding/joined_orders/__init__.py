"""Orders joined in one sentence: by `and`, in lists, with what they share, and repeated ones."""
