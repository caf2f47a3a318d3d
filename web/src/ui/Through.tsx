/** "t/m" for the eye, "tot en met" for the ear. */
export const Through = () => (
  <>
    <span aria-hidden="true">t/m</span>
    <span className="sr">tot en met</span>
  </>
)
