"""Human evaluation: protocols, designs, analyses. What judges answered comes in, rankings and agreement come out."""
