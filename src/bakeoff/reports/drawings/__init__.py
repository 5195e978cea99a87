"""What drawings share, and the drawing of a tournament. Figures of human evaluations are among its reports."""
