"""The tables of human evaluation by subject; the rest of the site knows them as models of the app."""
