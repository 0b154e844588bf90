const MAPS = 'https://www.google.com/maps';

/** The map of an address; phones open it in their own app. */
export const mapOf = (address: string): string => `${MAPS}/search/?api=1&query=${encodeURIComponent(address)}`;

/** The way to an address from where the phone is. */
export const directionsTo = (address: string): string =>
  `${MAPS}/dir/?api=1&destination=${encodeURIComponent(address)}`;
