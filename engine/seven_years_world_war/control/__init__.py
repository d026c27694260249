"""Control of powers (4): what triggers belligerency, changing hands, displaced units."""
