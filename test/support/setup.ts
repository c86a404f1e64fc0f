import 'reflect-metadata';
import './record-statements.js';
