import { stopWhenAsked } from '#core/platform/stop.ts';
import { readOptions } from './options.ts';
import { startSandbox } from './start.ts';

const STOP_WITHIN_MS = 15_000;

try {
  const sandbox = await startSandbox(readOptions(process.env));
  console.log(`Sandbox at ${sandbox.url}, email server on port ${sandbox.smtpPort}`);
  stopWhenAsked(() => sandbox.close(), STOP_WITHIN_MS);
} catch (error) {
  console.error(`The sandbox failed to start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
