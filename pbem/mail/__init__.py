"""Mail in and out: what comes is read and known again, what goes is composed and sent."""
