const MAPS = 'https://www.google.com/maps';

/** Returns a map link for a street address. Phones open it in their maps app. */
export const mapOf = (address: string): string => `${MAPS}/search/?api=1&query=${encodeURIComponent(address)}`;

/** Returns a link to directions from the phone's location to a street address. */
export const directionsTo = (address: string): string =>
  `${MAPS}/dir/?api=1&destination=${encodeURIComponent(address)}`;
