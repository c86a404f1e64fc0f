// Lookups that the library repeats during a request, done once: the config version and the signed-in person.
import { Injectable } from '@nestjs/common';
import { Provider } from 'oidc-provider';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Subjects, type LiveSubject, type SessionHolder } from '../../tokens/content/subjects.service.js';
import type { TokenContent } from '../../tokens/content/token-content.js';
import { requestContext } from './request-context.js';

@Injectable()
export class RequestLookups {
  constructor(
    private readonly subjects: Subjects,
    private readonly config: ConfigVersion,
  ) {}

  /**
   * The config version at some moment since the request arrived. Undefined outside of the library's requests, where each caller reads it
   * anew.
   */
  async configVersion(): Promise<number | undefined> {
    if (!Provider.ctx) return undefined;
    const context = requestContext();
    return (context.configVersion ??= await this.config.current());
  }

  /**
   * The signed-in person, as of some moment since the request arrived. A change that ends the sign-in after that moment also ends what the
   * request issues, because an authorization carries the generations of that moment.
   */
  async signedIn(holder: SessionHolder): Promise<LiveSubject | undefined> {
    if (!Provider.ctx) return this.subjects.signedIn(holder);
    const people = (requestContext().people ??= new Map());
    const key = JSON.stringify([holder.userNo, holder.generation, holder.organizationGeneration]);
    const found = people.get(key) ?? this.lookUp(holder);
    people.set(key, found);
    return found;
  }

  async userOf(token: TokenContent): Promise<LiveSubject | undefined> {
    const config = requestContext().configVersion;
    return this.subjects.findUser(token, config === undefined ? undefined : { config });
  }

  private async lookUp(holder: SessionHolder): Promise<LiveSubject | undefined> {
    const config = await this.configVersion();
    return this.subjects.signedIn(holder, config === undefined ? undefined : { config });
  }
}
