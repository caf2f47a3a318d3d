export { sayRoles } from '../../../staff/roles'

/** The server refused. */
export const failed = 'Uitloggen lukt nu niet. Probeer het later opnieuw.'
