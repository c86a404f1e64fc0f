// The way back to the application after a page opened from a mail. The link names the sign-in that was left and its application, and proves
// that this service wrote it. Anyone can write a link that names an application, whose button would then appear under this service's name.
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isKeyedProof, keyedProof } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { applicationHome } from '../clients/application-home.js';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { Interactions } from '../provider/interactions.service.js';
import type { Texts } from '../pages/texts/texts.js';
import { formField } from '../pages/http/own-forms.middleware.js';

/** Parameter names in links and forms. */
const SIGN_IN = 'sign_in';
const CLIENT = 'client_id';
const PROOF = 'way';
const MAX_NAME = 100;
const LABEL = 'way-back';

/** The verified content of a link or a form of this service. */
export interface LeftSignIn {
  /** As hidden fields and link parameters. */
  parameters: Readonly<Record<string, string>>;
  uid: string | undefined;
  client: ClientRecord | undefined;
}

@Injectable()
export class WayBack {
  constructor(
    private readonly clients: Clients,
    private readonly interactions: Interactions,
    private readonly keyring: Keyring,
  ) {}

  /** The parameters of a link that is mailed during a sign-in. */
  async parametersOf(uid: string, { clientId }: Pick<ClientRecord, 'clientId'>): Promise<Record<string, string>> {
    return { [SIGN_IN]: uid, [CLIENT]: clientId, [PROOF]: await keyedProof(this.keyring, LABEL, provenBy(uid, clientId)) };
  }

  /** Reads these parameters from the link, or from a form with the same fields. Returns nothing without a valid proof. */
  async readLeftSignIn(request: Request): Promise<LeftSignIn> {
    const [uid = '', clientId = '', proof = ''] = [SIGN_IN, CLIENT, PROOF].map((name) => valueOf(request, name));
    const isOurs = proof !== '' && (await isKeyedProof(this.keyring, LABEL, provenBy(uid, clientId), proof));
    if (!isOurs) return { parameters: {}, uid: undefined, client: undefined };
    return { parameters: { [SIGN_IN]: uid, [CLIENT]: clientId, [PROOF]: proof }, uid, client: await this.clients.findClient(clientId) };
  }

  /** Leads to the sign-in if this same browser left it, else to the application's own site, else to the person's account. */
  async findWayBack(request: Request, { t }: Texts, { uid, client }: LeftSignIn): Promise<{ label: string; href: string }> {
    const pendingClientId = uid && (await this.interactions.pendingClientId(request, uid));
    const pending = pendingClientId ? await this.clients.findClient(pendingClientId) : undefined;
    if (uid && pending)
      return { label: t('back.toApplication', { application: pending.name }), href: `/sign-in/${encodeURIComponent(uid)}` };
    const home = client && applicationHome(client);
    if (client && home) return { label: t('back.toApplication', { application: client.name }), href: home };
    return { label: t('done.account'), href: ACCOUNT_PATH };
  }
}

const provenBy = (uid: string, clientId: string) => JSON.stringify([uid, clientId]);

function valueOf(request: Request, name: string): string | undefined {
  const inQuery = request.query[name];
  const value = formField(request, name) || (typeof inQuery === 'string' ? inQuery : '');
  return value === '' || value.length > MAX_NAME ? undefined : value;
}
