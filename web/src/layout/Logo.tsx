/**
 * The mark as a drawing, the name as letters of the display face: the outlines of those letters
 * would cost 4 kB on every page.
 */
export const Logo = () => (
  <span className="logo">
    <svg viewBox="0 0 48 48" role="img" aria-label="Logo van Herstelruimte">
      <circle cx="24" cy="24" r="10" className="logo-table" />
      <path
        className="logo-line"
        d="M35.93 11.2A17.5 17.5 0 0 1 41.05 20.06M18.88 7.26A17.5 17.5 0 0 1 29.12 7.26M6.95 20.06A17.5 17.5 0 0 1 12.07 11.2M12.07 36.8A17.5 17.5 0 0 1 6.95 27.94M29.12 40.74A17.5 17.5 0 0 1 18.88 40.74"
      />
      <path className="logo-line logo-free" d="M43.59 30.37A20.6 20.6 0 0 1 37.78 39.31" />
    </svg>
    <span aria-hidden="true">Herstelruimte</span>
  </span>
)
