"""Text as what it is made of: code points, sentences and words."""
