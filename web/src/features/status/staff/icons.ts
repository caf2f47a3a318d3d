// From lucide, as in ui/icons.ts.
export const circleHelp =
  'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3M12 17h.01'
export const circleMinus = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M8 12h8'
