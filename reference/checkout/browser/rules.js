/** Decisions of the dialog, each under its name. */
export const rules = {
  /** Whether a reply asks the consumer for the PIN that was sent. */
  asksForPin: (reply) => reply.status === 'authenticate_consumer',
  /** Whether a reply says that the PIN was wrong, so that the consumer may type it again. */
  isWrongPin: (reply) => reply.reason === 'bad_auth_code',
  /** The request that is repeated with the PIN: all of it (legacy, Endpoints, rule 4). */
  repeated: (body) => body,
  /** The logo of the shop, or undefined. */
  logoOf: (config) => config.logo_url,
  /** The logo that stands in for one that is absent or can't be loaded. */
  serviceLogo: 'logo.svg',
  /** Whether instalments are offered (legacy, Authorize, options.authorize_type). */
  offersInstalments: (data) => data.options?.authorize_type === 'extended',
  /** What the callback receives before the service has answered: one call for each. */
  toldBefore: () => [],
  /** What the callback receives of the last reply: one call for each. */
  toldOf: (reply) => [reply],
};
