"""Set-up (28): choosing powers, placing their forces, wild areas, what each starts with."""
