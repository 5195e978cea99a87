"""What changes in human evaluations: tasks are planned and opened, screens dealt, answers saved and submitted."""
