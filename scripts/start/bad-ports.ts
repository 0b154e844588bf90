import { StartError } from './start-error.ts';

/**
 * Ports that browsers and `fetch` block (WHATWG Fetch, 'bad port'). An app would start there, but browsers couldn't
 * open it.
 */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Throws StartError with a suggested port if browsers block the app's port or the next port, which the sandbox uses.
 */
export function refuseBadPorts(port: number, withSandbox: boolean): void {
  const [bad] = [port, ...(withSandbox ? [port + 1] : [])].filter((one) => BAD_PORTS.has(one));
  if (bad === undefined) return;
  const what = bad === port ? 'PORT' : 'PORT + 1, for the sandbox';
  let better = port + 10;
  while (BAD_PORTS.has(better) || BAD_PORTS.has(better + 1)) better += 10;
  throw new StartError(`Port ${bad} (${what}) is blocked by browsers. Choose another: PORT=${better} npm start`);
}
