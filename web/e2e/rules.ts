/** A form is refused in its first three seconds; a little more for the clocks on both sides. */
export const minimumFormAge = 3200
