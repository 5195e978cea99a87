"""Tables with named columns: matches, systems that take part, corrections."""
