import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { type Cluster, ensureDatabase } from '../scripts/start/postgres.ts';
import { throwawayPostgres } from '../scripts/start/throwaway-postgres.ts';

const TEMPLATE = 'picket_template';

/** Several files at once, some with many processes; the statistics of so few rows are worth no work. */
const SETTINGS = ['max_connections=400', 'autovacuum=off'];

/** One Postgres for the whole run, without fsync, in memory or a temporary folder, with a template that holds all migrations. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'unit')) return undefined;
  const cluster = await throwawayPostgres('picket-test', SETTINGS, true);
  try {
    await makeTemplate(cluster);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('pgUrl', cluster.url());
  project.provide('pgTemplate', TEMPLATE);
  return () => cluster.stop();
}

async function makeTemplate(cluster: Cluster): Promise<void> {
  await ensureDatabase(cluster, TEMPLATE);
  await migrateToLatest(cluster.url(TEMPLATE));
}
