"""Human evaluation on the site: planned by organisers, judged in the browser or through the API, followed live."""
