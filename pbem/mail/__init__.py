"""Mail in and out: reading and recognising what comes, composing and sending what goes."""
