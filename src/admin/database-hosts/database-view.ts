import { ApiProperty } from '@nestjs/swagger';
import { ENGINES } from '../../common/database/dialect.js';

export class DatabaseHostView {
  @ApiProperty({ description: 'name or address, and port', example: 'db1.example.com:3306' }) host: string;
  @ApiProperty({ description: 'whether the process that answers works with it' }) inUse: boolean;
  @ApiProperty({ description: 'whether it answers, takes writes, and belongs to the part of its cluster that counts' }) usable: boolean;
}

export class DatabaseView {
  @ApiProperty({ enum: ENGINES }) engine: string;
  @ApiProperty({ type: [DatabaseHostView], description: 'in the order of `DATABASE_URL`; none for the embedded database' })
  hosts: DatabaseHostView[];
}
