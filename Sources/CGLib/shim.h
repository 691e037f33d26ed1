// Only where the headers lie and what is linked is of use: they are for C alone.
