import { ADMIN, DEMO } from '../seed-demo.ts';
import type { DemoData } from './demo-data.ts';
import type { Settings } from './settings.ts';

interface Found {
  sandboxPort: number | undefined;
  where: string;
  demo: DemoData;
}

/** Returns the information to show to the user once everything is running. */
export function summary(settings: Settings, { sandboxPort, where, demo }: Found): string {
  const { publicUrl, providers, dataDir } = settings;
  const rows: [string, string][] = [
    ['App', publicUrl],
    ['Dashboard', `${publicUrl}/auth`],
    ['Widget demo', `${publicUrl}/widget-demo`],
  ];
  if (sandboxPort !== undefined)
    rows.push(['Sandbox', `http://localhost:${sandboxPort} (stands in for ${providers.join(', ')})`]);
  rows.push(...signIns(publicUrl, demo), ...reach(settings, demo));
  rows.push(['Data', dataDir], ['Database', where], ['Stop', 'Ctrl-C']);
  return ['', 'Ready.', ...rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`), ''].join('\n');
}

function signIns(publicUrl: string, { there, signIns: open, admin }: DemoData): [string, string][] {
  if (open)
    return [
      ['Contractor', `${DEMO.email} / ${DEMO.password}`],
      ['Admin', `${ADMIN.email} / ${ADMIN.password}`],
    ];
  return [
    ...(there
      ? [
          [
            'Demo',
            "its accounts can't sign in, because their passwords are public and at least one provider is real",
          ] as [string, string],
        ]
      : []),
    ...(admin
      ? []
      : [
          ['First admin', `sign up at ${publicUrl}/auth, then: npm run admin -- grant you@example.com`] as [
            string,
            string,
          ],
        ]),
  ];
}

/**
 * Returns the summary line that says who can access the app while demo accounts exist: only this machine, or anyone who
 * can reach the host. Returns an empty list if there are no demo accounts.
 */
function reach({ host }: Settings, { there, signIns: open }: DemoData): [string, string][] {
  if (!there) return [];
  if (host === undefined)
    return [['Access', 'from this machine only, because of the demo data (set HOST=0.0.0.0 to allow others)']];
  return open ? [['Access', `${host}: anyone who can reach it can sign in with these passwords`]] : [];
}
