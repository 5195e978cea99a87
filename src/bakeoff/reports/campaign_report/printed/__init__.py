"""The report as a PDF file: typst lays out what is given to it as JSON, with fonts that it brings along."""
