// The metadata documents of providers that have a `metadataUrl`, from a cache: new certificates and addresses are used without an
// administrator. While a document can't be loaded, the stored connection is used.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { decodeXml, MAX_XML_BYTES, XmlError } from '../../../common/xml/bounded-xml.js';
import type { SamlConnection } from '../../../users/authentication/identity-providers/saml-connection.js';
import {
  assertValid,
  readSamlMetadata,
  SamlMetadataError,
  type SamlMetadata,
} from '../../../users/authentication/identity-providers/saml-metadata.js';
import { DocumentCache } from '../document-cache.js';
import { faultOfStatus, ProviderHttp, shown } from '../provider-http.service.js';
import { UpstreamError } from '../upstream.js';
import { UnknownKeyError } from './signed-elements.js';

@Injectable()
export class SamlMetadataCache {
  private readonly documents: DocumentCache<SamlMetadata>;

  constructor(
    private readonly http: ProviderHttp,
    private readonly clock: Clock,
  ) {
    this.documents = new DocumentCache(clock, (url) => this.read(url));
  }

  /** The connection as the document has it; the stored one if there is no document. */
  current(connection: SamlConnection): Promise<SamlConnection> {
    return this.with(connection, (url) => this.documents.get(url));
  }

  /**
   * Reads a signed message. If its signature is by none of the known certificates, once more with a newer document: the provider may have a new
   * one.
   * @throws UpstreamError
   */
  async verified<Result>(stored: SamlConnection, read: (connection: SamlConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.current(stored);
    try {
      return await readable(() => read(connection));
    } catch (error) {
      if (!(error instanceof UnknownKeyError)) throw error;
      const newer = await this.with(stored, (url) => this.documents.getNewer(url));
      if (newer.certificates.join() === connection.certificates.join()) throw error;
      return readable(() => read(newer));
    }
  }

  /** The document at an address, whatever is in the cache. @throws UpstreamError */
  load(url: string): Promise<SamlMetadata> {
    return this.documents.reload(url);
  }

  /** Loads the document, whatever is in the cache. @throws UpstreamError */
  async reload(connection: SamlConnection, url: string): Promise<SamlConnection> {
    return merged(connection, await this.load(url));
  }

  private async with(connection: SamlConnection, get: (url: string) => Promise<SamlMetadata>): Promise<SamlConnection> {
    if (connection.metadataUrl === undefined) return connection;
    try {
      return merged(connection, await get(connection.metadataUrl));
    } catch (error) {
      // The cache has logged it, and the test of the provider says it.
      if (error instanceof UpstreamError) return connection;
      throw error;
    }
  }

  /** @throws UpstreamError */
  private async read(url: string): Promise<SamlMetadata> {
    const what = 'the metadata document';
    const response = await this.http.send(url, {}, { what, maxBytes: MAX_XML_BYTES });
    if (response.status !== 200)
      throw new UpstreamError(faultOfStatus(response.status), `${what} answers with status ${response.status}, not 200`);
    try {
      const metadata = await readSamlMetadata(decodeXml(response.bytes));
      assertValid(metadata, this.clock.nowSeconds() * 1000);
      return metadata;
    } catch (error) {
      if (error instanceof SamlMetadataError || error instanceof XmlError)
        throw new UpstreamError('invalid', `${what}: ${error.message}`, error);
      throw error;
    }
  }
}

async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof XmlError) throw new UpstreamError('invalid', `The message of the provider is refused: ${error.message}.`, error);
    throw error;
  }
}

/** The document of another provider changes nothing: its certificates would sign for this one. */
function merged(
  connection: SamlConnection,
  { entityId, ssoUrl, sloUrl, sloResponseUrl, certificates, wantsSignedRequests }: SamlMetadata,
): SamlConnection {
  if (entityId !== connection.entityId)
    throw new UpstreamError('misconfigured', `the metadata document is of ${shown(entityId)}, not of ${shown(connection.entityId)}`);
  return {
    ...connection,
    ssoUrl,
    ...(sloUrl && { sloUrl }),
    ...(sloResponseUrl && { sloResponseUrl }),
    ...(wantsSignedRequests && { signRequests: true }),
    certificates: certificates.map(({ pem }) => pem),
  };
}
