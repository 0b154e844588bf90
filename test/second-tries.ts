import type { Reporter, TestModule } from 'vitest/node';

/**
 * Names what passed at its second try only, and why not at its first, so that it is seen and fixed and doesn't just go
 * by.
 */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const module of modules)
      for (const test of module.children.allTests())
        if (test.diagnostic()?.flaky) {
          const [first] = test.result().errors ?? [];
          console.log(`Passed at the second try only: ${module.relativeModuleId}: ${test.fullName}`);
          console.log([first?.message ?? 'no error is known', first?.diff].join('\n'));
        }
  }
}
