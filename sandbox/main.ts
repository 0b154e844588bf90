import { readOptions } from './options.ts';
import { startSandbox } from './start.ts';

try {
  const sandbox = await startSandbox(readOptions(process.env));
  console.log(`Sandbox at ${sandbox.url}, mail server on port ${sandbox.smtpPort}`);
  const stop = (): void => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // the parent is gone without a word (killed): nobody else would end this process
  process.once('disconnect', stop);
} catch (error) {
  console.error(`The sandbox did not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
