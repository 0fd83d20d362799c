"""Where documents live: the protocol of a corpus, chunking, and the stores."""
