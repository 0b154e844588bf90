import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '#core/platform/db/migrate.ts';
import { type Cluster, ensureDatabase } from '../scripts/start/postgres.ts';
import { throwawayPostgres } from '../scripts/start/throwaway-postgres.ts';

const TEMPLATE = 'picket_template';

/**
 * Several test files run at the same time, some with many processes. Autovacuum isn't worth its cost for so few rows.
 */
const SETTINGS = ['max_connections=400', 'autovacuum=off'];

/**
 * Starts one Postgres for the whole run, without fsync, in memory or a temporary folder. Its template has all
 * migrations.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name === 'unit' || name === 'dom')) return undefined;
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
