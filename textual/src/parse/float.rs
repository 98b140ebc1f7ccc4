//! Floating-point numbers in all their spellings.
