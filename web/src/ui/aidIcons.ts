// Icons of the reading aids, from lucide as in icons.ts; apart, because they come later than the
// page.
export const play =
  'M11 4.7a.7.7 0 0 0-1.2-.5L6.4 7.6A1.4 1.4 0 0 1 5.4 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.4a1.4 1.4 0 0 1 1 .4l3.4 3.4a.7.7 0 0 0 1.2-.5zM16 9a5 5 0 0 1 0 6M19.4 18.4a9 9 0 0 0 0-12.8'
export const pause = 'M6 4h3v16H6zM15 4h3v16h-3z'
export const square = 'M5 5h14v14H5z'
export const letters = 'M2 18l5-12 5 12M3.7 14h6.6M14 18l3.5-8 3.5 8M15.3 15h4.4'
