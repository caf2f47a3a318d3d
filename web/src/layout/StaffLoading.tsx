/**
 * While the code and the session are on their way. It says so at once: staff know that there is
 * something to wait for.
 */
export const StaffLoading = () => (
  <div className="wrap page stack" aria-busy="true">
    <p role="status">Even geduld, we kijken of je bent ingelogd.</p>
    <div className="skeleton" />
    <div className="skeleton" />
    <div className="skeleton" />
  </div>
)
