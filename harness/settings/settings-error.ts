/** Wrong usage or settings: the message is for people and says what would have been right. The command exits with 2. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
