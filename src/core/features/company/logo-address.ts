import type { Config } from '../../platform/config.ts';

const ADDRESS = /\/logos\/([0-9a-f]{64})\.png$/;

/** The URL of the image with that name, for emails, widgets and pages. */
export const logoUrlOf = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, hash: string): string =>
  `${PUBLIC_URL}/logos/${hash}.png`;

/** The image name in a URL. */
export const readLogoAddress = (url: string): string | undefined => ADDRESS.exec(url)?.[1];
