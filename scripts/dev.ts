import { openFront } from './dev/front.ts';
import { run } from './start/run.ts';

await run(openFront);
