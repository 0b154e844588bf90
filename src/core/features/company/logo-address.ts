import type { Config } from '../../platform/config.ts';

const ADDRESS = /\/logos\/([0-9a-f]{64})\.png$/;

/** Where the picture of that name is served, for mails, widgets and pages alike. It is the picture's own address. */
export const logoUrlOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, hash: string): string =>
  `${PUBLIC_URL}/logos/${hash}.png`;

/** The name of the picture that an address is of. */
export const readLogoAddress = (url: string): string | undefined => ADDRESS.exec(url)?.[1];
