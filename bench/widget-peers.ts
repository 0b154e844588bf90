import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { installPeers, PEERS, type Peer } from './peers.ts';

/**
 * The files that each package's documented inline embed loads before a visitor acts. Typeform and Cal.com then load
 * their form from their own servers into an iframe, and Typebot fetches the conversation from its server. These later
 * downloads don't count, because they aren't in the packages.
 */
const LOADED = {
  '@typeform/embed': ['build/embed.js', 'build/css/widget.css'],
  '@calcom/embed-core': ['dist/embed/embed.js'],
  '@typebot.io/js': ['dist/web.js'],
} satisfies Partial<Record<Peer, readonly string[]>>;

export interface WidgetPeer {
  /** The name and version, such as '@typeform/embed 6.1.1'. */
  name: string;
  /** The gzip size in bytes. */
  bytes: number;
  requests: number;
}

/**
 * Returns the peer widgets that are pinned in `bench/peers`. Installs them if necessary. Throws if the registry can't
 * be reached.
 */
export function widgetPeers(): WidgetPeer[] {
  const folder = installPeers();
  return Object.entries(LOADED).map(([name, files]) => ({
    name: `${name} ${PEERS[name as keyof typeof LOADED]}`,
    bytes: files
      .map((file) => gzipSync(readFileSync(join(folder, name, file)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0),
    requests: files.length,
  }));
}
