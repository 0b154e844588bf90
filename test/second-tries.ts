import type { Reporter, TestModule } from 'vitest/node';

/**
 * Reports the tests that passed only on the second attempt, with the error from the first attempt, so that they get
 * fixed.
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
