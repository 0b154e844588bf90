import type { Settings } from './settings.ts';

/** What a person needs to know once everything runs. */
export function summary(settings: Settings, options: { sandboxPort: number | undefined; where: string }): string {
  const { publicUrl, providers, dataDir } = settings;
  const rows: [string, string][] = [
    ['App', publicUrl],
    ['Dashboard', `${publicUrl}/auth`],
    ['Widget demo', `${publicUrl}/widget-demo`],
  ];
  if (options.sandboxPort !== undefined)
    rows.push(['Sandbox', `http://localhost:${options.sandboxPort} (stands in for ${providers.join(', ')})`]);
  rows.push(
    ['Contractor', 'demo@picket.test / picket-demo'],
    ['Admin', 'admin@picket.test / picket-admin'],
    ['Data', dataDir],
    ['Database', options.where],
    ['Stop', 'Ctrl-C'],
  );
  return ['', 'Ready.', ...rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`), ''].join('\n');
}
