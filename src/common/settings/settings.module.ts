import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './settings.js';

/** Inject the settings with `@Inject(SETTINGS_TOKEN)`. */
export const SETTINGS_TOKEN = Symbol('settings');

/** The settings of this process, for all modules. */
@Global()
@Module({})
export class SettingsModule {
  static with(settings: Settings): DynamicModule {
    return { module: SettingsModule, providers: [{ provide: SETTINGS_TOKEN, useValue: settings }], exports: [SETTINGS_TOKEN] };
  }
}
